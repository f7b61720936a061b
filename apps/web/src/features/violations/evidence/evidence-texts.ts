import type { Namespace } from '@huanwei/words/messages'

/** Texts of a violation with its evidence. */
export const evidenceTexts: Namespace[] = [
  'violations',
  'cleaning',
  'emergencies',
  'rules',
  'terminals',
  'readings',
  'files',
  'video',
  'list',
  'map',
]
