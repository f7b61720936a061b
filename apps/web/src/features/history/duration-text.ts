import { i18n } from '../../i18n/i18n.ts'

/** 45 → "45 秒", 754 → "12 分 34 秒", 7500 → "2 小时 5 分". */
export function durationText(seconds: number) {
  const whole = Math.round(seconds)
  if (whole < 60) return i18n.t('history:duration.seconds', { seconds: whole })
  if (whole < 3600) return i18n.t('history:duration.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  return i18n.t('history:duration.hours', { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) })
}
