import { Half } from '@huanwei/contract/approvals/codes'
import type { Span } from '@huanwei/contract/approvals/rules'
import type { TFunction } from 'i18next'

/** `2026-03-02 上午 – 2026-03-03`: whole days by their dates, halves by their names. */
export function spanText({ firstDay, firstHalf, lastDay, lastHalf }: Span, t: TFunction<'approvals'>) {
  if (firstDay === lastDay && firstHalf === lastHalf) return `${firstDay} ${t(`half.${firstHalf}`)}`
  const first = firstHalf === Half.morning ? firstDay : `${firstDay} ${t('half.pm')}`
  const last = lastHalf === Half.afternoon ? lastDay : `${lastDay} ${t('half.am')}`
  return first === last ? first : `${first} – ${last}`
}
