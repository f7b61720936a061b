import type { Queue } from '../kit/seed-queues.ts'

/** Ids and codes that the filters of a queue use. */
export type FilterValues = { team: number; company: number; person: number; facility: number; code: string }
/** A filter of a queue: its label and its query parameters. */
export type Filter = [label: string, query: string]

/** Lists of a queue: path, table and time column, and the filters of all events and of those pushed to one person. */
export type QueueLists = {
  plural: string
  list: string
  table: string
  time: string
  msgType?: string
  all(values: FilterValues): Filter[]
  pushed(values: FilterValues): Filter[]
}

export const queueLists: Record<Queue, QueueLists> = {
  approvals: {
    plural: 'applications',
    list: '/admin/applyForRecord/page',
    table: 'apply_for_record',
    time: 'create_time',
    msgType: '4',
    all: ({ person }) => [...applicationFilters(person), ['my own', 'mine=true']],
    pushed: ({ person }) => applicationFilters(person),
  },
  inspections: {
    plural: 'inspections',
    list: '/admin/inspectEvent/page',
    table: 'inspect_event',
    time: 'create_time',
    msgType: '3',
    all: ({ person }) => inspectionFilters(person),
    pushed: ({ person }) => inspectionFilters(person),
  },
  complaints: {
    plural: 'public events',
    list: '/admin/wcComplaint/page',
    table: 'wc_complaint',
    time: 'event_time',
    msgType: '5',
    all: ({ facility }) => complaintFilters(facility, 'eventType'),
    pushed: ({ facility }) => complaintFilters(facility, 'complaintRecommendationEventType'),
  },
  cleaning: {
    plural: 'cleaning reports',
    list: '/admin/wcReportToClean/page',
    table: 'wc_report_to_clean',
    time: 'report_time',
    all: ({ person, facility, code }) => [
      ['assigned', 'status=1'],
      ['not over', 'over=false'],
      ['over', 'over=true'],
      ['that are repairs', 'type=2'],
      ['of one facility', `facilityId=${facility}`],
      ['assigned to one person', `assigneeId=${person}`],
      ['of one code', `code=${code}`],
      ['of the codes of one day', `code=${code.slice(0, 10)}`],
    ],
    pushed: () => [],
  },
}

const applicationFilters = (person: number): Filter[] => [
  ['pending', 'status=1'],
  ['approved', 'status=2'],
  ['of one person', `objectId=${person}`],
  ['submitted by one person', `submittedBy=${person}`],
]

const inspectionFilters = (person: number): Filter[] => [
  ['pending feedback', 'status=1'],
  ['feedback given', 'status=2'],
  ['returned', 'ifReturn=1'],
  ['closed', 'status=3'],
  ['reported by one person', `reportPersonId=${person}`],
  ['one person answers for', `responsibleId=${person}`],
  ['oldest first', 'ascs=createTime'],
]

const complaintFilters = (facility: number, typeParameter: string): Filter[] => [
  ['that wait', 'status=1'],
  ['answered', 'status=2'],
  ['that are feedback', `${typeParameter}=1`],
  ['of one facility', `objectId=${facility}`],
]

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const daysQuery = (from: number, to: number) =>
  `startTime=${encodeURIComponent(`${day(from)} 00:00:00`)}&endTime=${encodeURIComponent(`${day(to)} 23:59:59`)}`

/** Filters that every queue has. */
export const commonFilters = ({ team, company }: FilterValues): Filter[] => [
  ['newest', ''],
  ['of one team', `deptId=${team}`],
  ['of one company with its teams', `deptId=${company}`],
  ['of seven days, three months ago', daysQuery(97, 90)],
  ['of one company in 70 days', `deptId=${company}&${daysQuery(90, 20)}`],
]

/** Pages far from the first one. */
export const deepPages: Filter[] = [
  ['page 1 000', 'current=1000'],
  ['page 25 000, the middle', 'current=25000'],
  ['page 50 000, the last', 'current=50000'],
]
