// Keeps the element with the id "robot" as the server has it: the robot's question, answers, and the button that stops it.
"use strict";

(() => {
  const EVERY_MS = 1000;
  const place = document.getElementById("robot");
  const frame = document.createElement("iframe"); // what the server answers to a form goes here
  frame.name = "said";
  frame.hidden = true;
  document.body.append(frame);
  let shown = "";

  async function look() {
    const answer = await fetch("/robot").catch(() => undefined);
    const text = answer?.ok ? await answer.text() : "";
    if (text === shown) return; // what is being typed stays
    shown = text;
    place.innerHTML = text;
  }

  const bag = new URLSearchParams(location.search).get("ds") === "remote-file";
  if (!bag) {
    look();
    setInterval(look, EVERY_MS);
  }
})();
