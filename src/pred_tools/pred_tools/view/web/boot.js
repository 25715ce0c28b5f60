// Puts Foxglove Studio on this page, with this project's layout and what its address asks for as the source of data.
"use strict";

const KEY = { layout: "pred.layouts", config: "pred.config.", profile: "studio.profile-data", workspace: "fox.workspace" };
const LAYOUT_ID = "pred";
const DEFAULTS = {
  colorScheme: "dark",
  "telemetry.telemetryEnabled": false,
  "telemetry.crashReportingEnabled": false,
  "ui.open-dialog-startup": false,
  hideSignInPrompt: true,
  launchPreference: "web",
  messageRate: 30,
};

const kept = new Map();

// The worker that holds the connection is made anew for every attempt, also while the server that has its script is away.
class KeptWorker extends Worker {
  constructor(address, options) {
    super(kept.get(String(address)) ?? address, options);
    if (!kept.has(String(address))) keep(String(address));
  }
}

async function keep(address) {
  const answer = await fetch(address).catch(() => undefined);
  const script = answer?.ok ? await answer.text() : "";
  if (!script.includes("new WebSocket(")) return; // others load more from where their script is
  kept.set(address, URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}

class Configuration {
  listeners = new Map();

  get(key) {
    const kept = localStorage.getItem(KEY.config + key);
    return kept === null ? DEFAULTS[key] : JSON.parse(kept);
  }

  async set(key, value) {
    if (value === undefined) localStorage.removeItem(KEY.config + key);
    else localStorage.setItem(KEY.config + key, JSON.stringify(value));
    for (const listener of this.listeners.get(key) ?? []) listener(value);
  }

  addChangeListener(key, listener) {
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
  }

  removeChangeListener(key, listener) {
    this.listeners.set(key, (this.listeners.get(key) ?? []).filter((other) => other !== listener));
  }
}

class LayoutStorage {
  read(namespace) {
    return JSON.parse(localStorage.getItem(`${KEY.layout}.${namespace}`) ?? "{}");
  }

  write(namespace, layouts) {
    localStorage.setItem(`${KEY.layout}.${namespace}`, JSON.stringify(layouts));
  }

  async list(namespace) {
    return Object.values(this.read(namespace));
  }

  async get(namespace, id) {
    return this.read(namespace)[id];
  }

  async put(namespace, layout) {
    this.write(namespace, { ...this.read(namespace), [layout.id]: layout });
    return layout;
  }

  async delete(namespace, id) {
    const layouts = this.read(namespace);
    delete layouts[id];
    this.write(namespace, layouts);
  }

  async importLayouts() {}
}

function closeSidebar() {
  if (localStorage.getItem(KEY.workspace) !== null) return; // people may have opened it
  const state = { leftSidebarOpen: false, rightSidebarOpen: false, sidebarItem: null };
  localStorage.setItem(KEY.workspace, JSON.stringify({ state, version: 0 }));
}

async function useLayout(storage) {
  const query = new URLSearchParams(location.search).get("layout") ?? "";
  const answer = await fetch(`/layout.json?${query}`);
  const data = await answer.json();
  const savedAt = new Date().toISOString();
  await storage.put("local", {
    id: LAYOUT_ID,
    name: "PRED",
    permission: "CREATOR_WRITE",
    baseline: { data, savedAt },
    working: undefined,
    syncInfo: undefined,
  });
  const profile = JSON.parse(localStorage.getItem(KEY.profile) ?? "{}");
  localStorage.setItem(
    KEY.profile,
    JSON.stringify({ ...profile, currentLayoutId: LAYOUT_ID, firstSeenTime: savedAt }),
  );
}

async function main() {
  const storage = new LayoutStorage();
  window.overwriteFetch?.();
  await window.waitForFonts?.();
  await window.initI18n?.();
  window.Worker = KeptWorker;
  closeSidebar();
  await useLayout(storage);
  const app = React.createElement(window.App, {
    deepLinks: [location.href],
    appConfiguration: new Configuration(),
    layoutStorage: storage,
    extensionLoaders: [],
    dataSources: [
      new window.FoxgloveWebSocketDataSourceFactory(),
      new window.RemoteDataSourceFactory(),
      new window.McapLocalDataSourceFactory(),
    ],
    enableGlobalCss: true,
  });
  ReactDOM.render(app, document.getElementById("root"));
}

main().catch((error) => {
  document.getElementById("root").textContent = `Studio could not be started: ${error}`;
});
