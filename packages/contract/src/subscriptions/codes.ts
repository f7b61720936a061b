/** Nouns whose events other systems can subscribe to. Source: spec 3, section 18. */
export const EventNoun = {
  violation: 'violation',
  publicEvent: 'publicEvent',
  cleaning: 'cleaning',
  reading: 'reading',
  terminal: 'terminal',
} as const
export type EventNoun = (typeof EventNoun)[keyof typeof EventNoun]

/** Events as a post names them. A reading over a limit is a violation of a facility's rule, with the value. */
export const EventType = {
  violationRaised: 'violation.raised',
  violationEnded: 'violation.ended',
  violationJudged: 'violation.judged',
  readingOverLimit: 'reading.overLimit',
  readingWithinLimit: 'reading.withinLimit',
  publicEventReported: 'publicEvent.reported',
  publicEventChanged: 'publicEvent.changed',
  cleaningReported: 'cleaning.reported',
  cleaningChanged: 'cleaning.changed',
  terminalOnline: 'terminal.online',
  terminalOffline: 'terminal.offline',
} as const
export type EventType = (typeof EventType)[keyof typeof EventType]

/** State of an event on its way: received events are kept a week. */
export const DeliveryState = { waiting: 'waiting', delivered: 'delivered', failed: 'failed' } as const
export type DeliveryState = (typeof DeliveryState)[keyof typeof DeliveryState]
