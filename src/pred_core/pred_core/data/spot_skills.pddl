; Fourteen skills of a legged robot with one arm, after CAPE (Raman et al., 2024), with its checks in its order: the
; first conjunct that does not hold is what is told. Conjuncts "(not (moot-...))" are those that a step may be skipped
; for: what it is there for is so already. The paper names sit, stand, walk to, look at, touch, pick up, put, open and
; close; localize, switch on and off, rub and hand over are ours. Words in quotes as in household.pddl.
(define (domain spot_skills)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :equality
                 :existential-preconditions :universal-preconditions :conditional-effects :derived-predicates)
  (:types thing - object)
  (:predicates
    ; what things afford
    (openable ?p - thing) ;= "{p} can be opened" "{p} cannot be opened"
    (holdable ?o - thing) ;= "{o} can be held" "{o} cannot be held"
    (container ?p - thing) ;= "{p} holds things" "{p} holds nothing"
    (switchable ?s - thing) ;= "{s} can be switched" "{s} has no switch"
    (rubs ?k - thing) ;= "{k} is there to rub with" "{k} is not there to rub with"
    (leads-through ?o - thing ?d - thing) ;= "the way to {o} leads through {d}" "the way to {o} does not lead through {d}"
    ; what changes
    (standing) ;= "the robot stands" "the robot does not stand"
    (localized) ;= "the robot knows where it is" "the robot does not know where it is"
    (at ?o - thing) ;= "the robot is at {o}" "the robot is not at {o}"
    (holding ?o - thing) ;= "the hand holds {o}" "the hand does not hold {o}"
    (in ?o - thing ?p - thing) ;= "{o} is in or on {p}" "{o} is not in or on {p}"
    (opened ?p - thing) ;= "{p} is open" "{p} is closed"
    (running ?s - thing) ;= "{s} is on" "{s} is off"
    (seen ?o - thing) ;= "{o} was looked at" "{o} was not looked at"
    (touched ?o - thing) ;= "{o} was touched" "{o} was not touched"
    (rubbed ?o - thing) ;= "{o} was rubbed" "{o} was not rubbed"
    (given ?o - thing) ;= "{o} was handed over" "{o} was not handed over"
    ; what follows
    (hand-full) ;= "the hand is full" "the hand is empty"
    (shut-in ?o - thing) ;= "{o} is shut in" "{o} is not shut in"
    (shut-off ?o - thing) ;= "the way to {o} is shut" "the way to {o} is open"
    (before ?o - thing) ;= "the robot is at {o}" "the robot is not at {o}"
    (moot-sitting) ;= "the robot sits" "the robot does not sit"
    (moot-standing) ;= "the robot stands" "the robot does not stand"
    (moot-carried ?o - thing) ;= "{o} is in the hand" "{o} is not in the hand"
    (moot-there ?o - thing) ;= "the robot is at {o}" "the robot is not at {o}"
    (moot-open ?p - thing) ;= "{p} is open" "{p} is closed"
    (moot-closed ?p - thing) ;= "{p} is closed" "{p} is open"
    (moot-on ?s - thing) ;= "{s} is on" "{s} is off"
    (moot-off ?s - thing) ;= "{s} is off" "{s} is on"
  )

  (:derived (hand-full) (exists (?o - thing) (holding ?o)))
  (:derived (shut-in ?o - thing)
    (exists (?p - thing) (and (in ?o ?p) (openable ?p) (not (opened ?p)))))
  (:derived (shut-off ?o - thing)
    (exists (?d - thing) (and (leads-through ?o ?d) (not (opened ?d)))))
  (:derived (before ?o - thing) (or (at ?o) (exists (?p - thing) (and (in ?o ?p) (at ?p)))))
  (:derived (moot-sitting) (not (standing)))
  (:derived (moot-standing) (standing))
  (:derived (moot-carried ?o - thing) (holding ?o))
  (:derived (moot-there ?o - thing) (at ?o))
  (:derived (moot-open ?p - thing) (opened ?p))
  (:derived (moot-closed ?p - thing) (not (opened ?p)))
  (:derived (moot-on ?s - thing) (running ?s))
  (:derived (moot-off ?s - thing) (not (running ?s)))

  (:action sit_down ;= "sit down"
    :parameters ()
    :precondition (not (moot-sitting))
    :effect (not (standing)))

  (:action stand_up ;= "stand up"
    :parameters ()
    :precondition (not (moot-standing))
    :effect (standing))

  (:action localize ;= "find out where the robot is"
    :parameters ()
    :precondition (standing)
    :effect (localized))

  (:action walk_to ;= "walk to {o}"
    :parameters (?o - thing)
    :precondition (and (not (moot-carried ?o)) (standing) (localized) (not (moot-there ?o)) (not (shut-off ?o)))
    :effect (and (forall (?q - thing) (not (at ?q))) (at ?o)))

  (:action look_at ;= "look at {o}"
    :parameters (?o - thing)
    :precondition (and (standing) (before ?o))
    :effect (seen ?o))

  (:action touch ;= "touch {o}"
    :parameters (?o - thing)
    :precondition (and (standing) (localized) (not (hand-full)) (not (shut-in ?o)) (before ?o))
    :effect (touched ?o))

  (:action pick_up ;= "pick up {o}"
    :parameters (?o - thing)
    :precondition (and (holdable ?o) (standing) (localized) (not (hand-full)) (not (shut-in ?o)) (before ?o))
    :effect (and (holding ?o) (forall (?p - thing) (not (in ?o ?p)))))

  (:action put_down ;= "put {o} down in or on {p}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (container ?p) (standing) (localized) (holding ?o) (before ?p) (not (= ?o ?p))
      (or (not (openable ?p)) (opened ?p)))
    :effect (and (in ?o ?p) (not (holding ?o))))

  (:action open ;= "open {p}"
    :parameters (?p - thing)
    :precondition (and (openable ?p) (standing) (localized) (before ?p) (not (hand-full)) (not (moot-open ?p)))
    :effect (opened ?p))

  (:action close ;= "close {p}"
    :parameters (?p - thing)
    :precondition (and (openable ?p) (standing) (localized) (before ?p) (not (hand-full)) (not (moot-closed ?p)))
    :effect (not (opened ?p)))

  (:action switch_on ;= "switch on {s}"
    :parameters (?s - thing)
    :precondition (and (switchable ?s) (standing) (localized) (or (holding ?s) (before ?s)) (not (moot-on ?s)))
    :effect (running ?s))

  (:action switch_off ;= "switch off {s}"
    :parameters (?s - thing)
    :precondition (and (switchable ?s) (standing) (localized) (or (holding ?s) (before ?s)) (not (moot-off ?s)))
    :effect (not (running ?s)))

  (:action rub ;= "rub {o} with {k}"
    :parameters (?o - thing ?k - thing)
    :precondition (and (rubs ?k) (standing) (localized) (holding ?k) (before ?o) (or (not (switchable ?k)) (running ?k)))
    :effect (rubbed ?o))

  (:action hand_over ;= "hand {o} over"
    :parameters (?o - thing)
    :precondition (and (standing) (holding ?o))
    :effect (and (given ?o) (not (holding ?o)))))
