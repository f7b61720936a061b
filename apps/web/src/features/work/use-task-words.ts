import type { JobType } from '@huanwei/contract/work/codes'
import type { WorkTask } from '@huanwei/contract/work/endpoints'
import { walkingSpeed, workingSpeed } from '@huanwei/contract/work/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The speeds of `speedHint`. */
export const speedsOf = (jobType: JobType) => ({ ...workingSpeed[jobType], walking: walkingSpeed.most })

/** Texts of a task: its shift with the part of it, its hours, its vehicles and people. */
export function useTaskWords() {
  const { t } = useTranslation('work')
  return useMemo(
    () => ({
      shiftOf: ({ shiftName: shift, turn, turns }: WorkTask) => (turns > 1 ? t('turnOf', { shift, turn, turns }) : shift),
      hoursOf: ({ startTime, endTime }: WorkTask) => `${startTime.slice(11, 16)}–${endTime.slice(11, 16)}`,
      workersOf: ({ vehicles, people }: WorkTask) => [...vehicles, ...people].map(({ name }) => name).join(' '),
    }),
    [t],
  )
}
