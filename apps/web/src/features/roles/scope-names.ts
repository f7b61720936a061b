import { DataScope } from '@huanwei/contract/roles/codes'

/** Keys of the words for a data scope. */
export const scopeNames = {
  [DataScope.all]: 'all',
  [DataScope.chosen]: 'chosen',
  [DataScope.below]: 'below',
  [DataScope.own]: 'own',
} as const
