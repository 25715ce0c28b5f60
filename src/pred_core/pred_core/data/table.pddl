; One arm at a table: it takes, lays down, and moves covers away. Words in quotes as in household.pddl.
(define (domain table)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :equality
                 :existential-preconditions :conditional-effects :derived-predicates)
  (:types thing quality - object)
  (:predicates
    (pickupable ?o - thing) ;= "{o} can be picked up" "{o} cannot be picked up"
    (receptacle ?p - thing) ;= "{p} holds things" "{p} holds nothing"
    (single-slot ?p - thing) ;= "{p} takes one thing" "{p} takes several things"
    (fits ?o - thing ?p - thing) ;= "{o} goes into {p}" "{o} does not go into {p}"
    (person ?p - thing) ;= "{p} takes what is handed over" "{p} is nobody to hand things to"
    (there ?o - thing) ;= "{o} is there" "{o} is not there yet"
    (in ?o - thing ?p - thing) ;= "{o} is in or on {p}" "{o} is not in or on {p}"
    (under ?o - thing ?c - thing) ;= "{o} is under {c}" "{o} is not under {c}"
    (has ?p - thing ?o - thing) ;= "{p} has {o}" "{p} does not have {o}"
    (holding ?o - thing) ;= "the hand holds {o}" "the hand does not hold {o}"
    (hand-empty) ;= "the hand is empty" "the hand is full"
    (is ?o - thing ?a - quality) ;= "{o} is {a}" "{o} is not {a}"
    (near ?o - thing) ;= "the hand is at {o}" "the hand is not at {o}"
    (covered ?o - thing) ;= "something covers {o}" "nothing covers {o}"
    (occupied ?p - thing) ;= "there is something in {p} already" "{p} is empty"
  )

  (:derived (covered ?o - thing) (exists (?c - thing) (under ?o ?c)))
  (:derived (occupied ?p - thing) (exists (?q - thing) (in ?q ?p)))

  (:action goto ;= "go to {o}"
    :parameters (?o - thing)
    :precondition (there ?o)
    :effect (and (forall (?q - thing) (not (near ?q))) (near ?o)))

  (:action pickup ;= "pick up {o}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (pickupable ?o) (there ?o) (hand-empty) (in ?o ?p) (not (covered ?o)))
    :effect (and (holding ?o) (not (hand-empty)) (not (in ?o ?p)) (forall (?u - thing) (not (under ?u ?o)))))

  (:action put ;= "put {o} in or on {p}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (receptacle ?p) (there ?p) (holding ?o) (fits ?o ?p) (not (= ?o ?p)) (not (in ?p ?o)) (not (covered ?p))
      (or (not (single-slot ?p)) (not (occupied ?p))))
    :effect (and (in ?o ?p) (not (holding ?o)) (hand-empty)))

  (:action hand_over ;= "hand {o} to {p}"
    :parameters (?o - thing ?p - thing)
    :precondition (and (person ?p) (there ?p) (holding ?o))
    :effect (and (has ?p ?o) (not (holding ?o)) (hand-empty))))
