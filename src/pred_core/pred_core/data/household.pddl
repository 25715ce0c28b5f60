; One hand in a house: what each primitive needs and does. No class is named here. What a kind of thing affords and
; what an appliance gives come from the domain's JSON file, so a lab's own appliances need no other actions.
; Words in quotes say a predicate, and that it does not hold: people, prompts and messages read these.
(define (domain household)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :equality
                 :existential-preconditions :universal-preconditions :conditional-effects :derived-predicates)
  (:types thing quality - object)
  (:constants sliced clean - quality)
  (:predicates
    ; what things afford
    (pickupable ?o - thing) ;= "{o} can be picked up" "{o} cannot be picked up"
    (receptacle ?p - thing) ;= "{p} holds things" "{p} holds nothing"
    (openable ?p - thing) ;= "{p} can be opened" "{p} has no door or lid"
    (toggleable ?s - thing) ;= "{s} can be switched" "{s} has no switch"
    (sliceable ?o - thing) ;= "{o} can be sliced" "{o} cannot be sliced"
    (fillable ?o - thing) ;= "{o} holds liquids" "{o} holds no liquid"
    (cuts ?k - thing) ;= "{k} cuts" "{k} does not cut"
    (wiped ?o - thing) ;= "{o} is wiped where it is" "{o} is not wiped where it is"
    (wipes ?k - thing) ;= "things are wiped with {k}" "nothing is wiped with {k}"
    (made ?o - thing) ;= "{o} is made by hand" "{o} is nothing that is made, as a bed is"
    (door ?p - thing) ;= "{p} is used through its door or lid" "{p} has no door or lid"
    (single-slot ?p - thing) ;= "{p} takes one thing" "{p} takes several things"
    (runs-shut ?s - thing) ;= "{s} runs shut only" "{s} runs open, too"
    (fits ?o - thing ?p - thing) ;= "{o} goes into {p}" "{o} does not go into {p}"
    (by-hand ?p - thing) ;= "{p} takes an empty hand to open and close" "{p} opens and closes whatever the hand holds"
    (spoils ?s - thing ?p - thing ?o - thing) ;= "{s} is harmful to {o}" "{s} does {o} no harm"
    (harms ?p - thing ?o - thing) ;= "{o} would come to harm in or on {p}, or do harm there" "{o} is safe in or on {p}"
    (piece-of ?s - thing ?o - thing) ;= "{s} is cut from {o}" "{s} is not cut from {o}"
    (gives ?s - thing ?p - thing ?a - quality) ;= "{s} makes things in {p} {a}" "{s} does not make things in {p} {a}"
    (gives-shut ?p - thing ?a - quality) ;= "{p} makes what is shut in it {a}" "{p} does not make things {a}"
    (takes ?o - thing ?a - quality) ;= "{o} can become {a}" "{o} cannot become {a}"
    (ends ?a - quality ?b - quality) ;= "what becomes {a} is no longer {b}" "{a} does not end {b}"
    (hinders ?a - quality ?b - quality) ;= "what is {a} cannot become {b}" "{a} does not hinder {b}"
    (liquid ?a - quality) ;= "{a} is a liquid" "{a} is no liquid"
    (drain ?p - thing) ;= "{p} drains" "{p} has no drain"
    (person ?p - thing) ;= "{p} takes what is handed over" "{p} is nobody to hand things to"
    ; what changes
    (there ?o - thing) ;= "{o} is there" "{o} is not there yet"
    (in ?o - thing ?p - thing) ;= "{o} is in or on {p}" "{o} is not in or on {p}"
    (holding ?o - thing) ;= "the hand holds {o}" "the hand does not hold {o}"
    (hand-empty) ;= "the hand is empty" "the hand is full"
    (opened ?p - thing) ;= "{p} is open" "{p} is closed"
    (running ?s - thing) ;= "{s} is on" "{s} is off"
    (is ?o - thing ?a - quality) ;= "{o} is {a}" "{o} is not {a}"
    (near ?o - thing) ;= "the robot is at {o}" "the robot is not at {o}"
    (has ?p - thing ?o - thing) ;= "{p} has {o}" "{p} does not have {o}"
    (sitting) ;= "the robot sits" "the robot stands"
    (lost) ;= "the robot does not know where it is" "the robot knows where it is"
    (seen ?o - thing) ;= "{o} was looked at" "{o} was not looked at"
    (touched ?o - thing) ;= "{o} was touched" "{o} was not touched"
    ; what follows
    (inside ?o - thing ?p - thing) ;= "{o} is in {p}" "{o} is not in {p}"
    (shut-in ?o - thing) ;= "{o} is shut in" "{o} is not shut in"
    (occupied ?p - thing) ;= "there is something in {p} already" "{p} is empty"
    (wiper-held) ;= "the hand holds what things are wiped with" "the hand holds nothing to wipe with"
  )

  (:derived (inside ?o - thing ?p - thing)
    (or (in ?o ?p) (exists (?q - thing) (and (in ?o ?q) (inside ?q ?p)))))
  (:derived (shut-in ?o - thing)
    (exists (?p - thing) (and (in ?o ?p) (or (and (door ?p) (not (opened ?p))) (shut-in ?p)))))
  (:derived (occupied ?p - thing)
    (exists (?q - thing) (in ?q ?p)))
  (:derived (wiper-held)
    (exists (?k - thing) (and (wipes ?k) (holding ?k))))

  (:action goto ;= "go to {o}"
    :parameters (?o - thing)
    :precondition (and (there ?o) (not (sitting)) (not (lost)))
    :effect (and (forall (?q - thing) (not (near ?q))) (near ?o)))

  (:action pickup ;= "pick up {o}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (pickupable ?o) (there ?o) (not (sitting)) (not (lost)) (hand-empty) (in ?o ?p) (not (shut-in ?o)))
    :effect (and (holding ?o) (not (hand-empty)) (not (in ?o ?p))))

  (:action put ;= "put {o} in or on {p}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (receptacle ?p) (there ?p) (not (sitting)) (not (lost)) (holding ?o) (fits ?o ?p) (not (harms ?p ?o)) (not (= ?o ?p)) (not (inside ?p ?o))
      (or (not (door ?p)) (opened ?p)) (not (shut-in ?p)) (or (not (single-slot ?p)) (not (occupied ?p))))
    :effect (and (in ?o ?p) (not (holding ?o)) (hand-empty)))

  (:action open ;= "open {p}"
    :parameters (?p - thing)
    :precondition (and (openable ?p) (not (sitting)) (not (lost)) (not (opened ?p)) (or (not (runs-shut ?p)) (not (running ?p))) (not (shut-in ?p))
      (or (not (by-hand ?p)) (hand-empty)))
    :effect (opened ?p))

  (:action close ;= "close {p}"
    :parameters (?p - thing)
    :precondition (and (openable ?p) (not (sitting)) (not (lost)) (opened ?p) (or (not (by-hand ?p)) (hand-empty)))
    :effect (and (not (opened ?p))
      (forall (?o - thing ?a - quality)
        (when (and (gives-shut ?p ?a) (takes ?o ?a) (inside ?o ?p)) (is ?o ?a)))
      (forall (?o - thing ?a ?b - quality)
        (when (and (gives-shut ?p ?a) (ends ?a ?b) (is ?o ?b) (inside ?o ?p)) (not (is ?o ?b))))))

  (:action toggle_on ;= "switch on {s}"
    :parameters (?s - thing)
    :precondition (and (toggleable ?s) (not (running ?s)) (or (not (runs-shut ?s)) (not (opened ?s))) (not (shut-in ?s))
      (not (exists (?o - thing ?p - thing) (and (spoils ?s ?p ?o) (inside ?o ?p)))))
    :effect (and (running ?s)
      (forall (?o - thing ?p - thing ?a - quality)
        (when (and (gives ?s ?p ?a) (takes ?o ?a) (inside ?o ?p)
                   (not (exists (?b - quality) (and (hinders ?b ?a) (is ?o ?b))))) (is ?o ?a)))
      (forall (?o - thing ?p - thing ?a ?b - quality)
        (when (and (gives ?s ?p ?a) (ends ?a ?b) (is ?o ?b) (inside ?o ?p)) (not (is ?o ?b))))))

  (:action toggle_off ;= "switch off {s}"
    :parameters (?s - thing)
    :precondition (and (toggleable ?s) (running ?s) (not (shut-in ?s)))
    :effect (not (running ?s)))

  (:action slice ;= "slice {o}"
    :parameters (?o - thing ?k - thing ?p - thing)
    :precondition (and (sliceable ?o) (there ?o) (cuts ?k) (holding ?k) (in ?o ?p)
      (not (exists (?q - thing) (and (door ?q) (inside ?o ?q)))))
    :effect (and (is ?o sliced) (not (there ?o)) (not (in ?o ?p))
      (forall (?s - thing) (when (piece-of ?s ?o) (and (there ?s) (is ?s sliced) (in ?s ?p))))))

  (:action clean ;= "clean {o}"
    :parameters (?o - thing)
    :precondition (and (or (wiped ?o) (made ?o)) (there ?o) (not (sitting)) (not (lost))
      (or (not (wiped ?o)) (wiper-held)) (or (not (made ?o)) (hand-empty)))
    :effect (is ?o clean))

  (:action pour ;= "pour {o} out into {p}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (fillable ?o) (holding ?o) (or (drain ?p) (fillable ?p)) (not (= ?o ?p)) (not (shut-in ?p))
      (exists (?a - quality) (and (liquid ?a) (is ?o ?a))))
    :effect (and (forall (?a - quality) (when (liquid ?a) (not (is ?o ?a))))
      (forall (?a - quality) (when (and (liquid ?a) (is ?o ?a) (fillable ?p)) (is ?p ?a)))))

  (:action hand_over ;= "hand {o} to {p}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (person ?p) (there ?p) (holding ?o))
    :effect (and (has ?p ?o) (not (holding ?o)) (hand-empty)))

  (:action touch ;= "touch {o}"
    :parameters (?o - thing)
    :precondition (and (there ?o) (not (sitting)) (not (lost)) (hand-empty) (not (shut-in ?o)))
    :effect (touched ?o))

  (:action look_at ;= "look at {o}"
    :parameters (?o - thing)
    :precondition (and (there ?o) (not (sitting)))
    :effect (seen ?o))

  (:action sit_down ;= "sit down"
    :parameters ()
    :precondition (not (sitting))
    :effect (sitting))

  (:action stand_up ;= "stand up"
    :parameters ()
    :precondition (sitting)
    :effect (not (sitting)))

  (:action localize ;= "find out where the robot is"
    :parameters ()
    :precondition (not (sitting))
    :effect (not (lost))))
