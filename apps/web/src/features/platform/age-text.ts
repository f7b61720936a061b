import type { TFunction } from 'i18next'

/** How old positions are at a stage of their way; a dash while none come. */
export const ageText = (t: TFunction<'platform'>, ms: number | null) =>
  ms === null ? '—' : ms < 10_000 ? t('milliseconds', { count: ms }) : t('seconds', { count: Math.round(ms / 1000) })
