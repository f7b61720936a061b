import { CheckCircleOutlined, ClockCircleOutlined, DeleteOutlined, PauseCircleOutlined, StopOutlined } from '@ant-design/icons'
import { TenantStatus } from '@huanwei/contract/tenants/codes'
import type { Tenant } from '@huanwei/contract/tenants/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time.ts'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks = {
  '0': { tone: 'good', icon: <CheckCircleOutlined /> },
  '9': { tone: 'bad', icon: <PauseCircleOutlined /> },
  ended: { tone: 'warn', icon: <StopOutlined /> },
  early: { tone: 'plain', icon: <ClockCircleOutlined /> },
  removed: { tone: 'plain', icon: <DeleteOutlined /> },
} as const satisfies Record<string, { tone: Tone; icon: ReactNode }>

type Standing = Pick<Tenant, 'status' | 'startTime' | 'endTime' | 'isBeingRemoved'>

function standingOf({ status, startTime, endTime, isBeingRemoved }: Standing, now: string): keyof typeof looks {
  if (isBeingRemoved) return 'removed'
  if (status === TenantStatus.frozen) return '9'
  if (endTime && endTime <= now) return 'ended'
  return startTime && startTime > now ? 'early' : '0'
}

/** Whether people can log in to a tenant now, and why not. */
export function TenantTag({ tenant }: { tenant: Standing }) {
  const { t } = useTranslation('tenants')
  const standing = standingOf(tenant, formatTime(Date.now()))
  return <ListTag {...looks[standing]} text={t(`statuses.${standing}`)} />
}
