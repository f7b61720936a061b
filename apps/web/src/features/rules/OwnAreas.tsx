import type { ObjectType } from '@huanwei/contract/objects'
import { getObjectsWithoutArea } from '@huanwei/contract/rules/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'

const none: number[] = []

/** In place of named areas: what own areas are, and how many of the watched objects have none. */
export function OwnAreas({ objectType }: { objectType: ObjectType }) {
  const { t } = useTranslation('rules')
  const objectIds: number[] = Form.useWatch('objectIds') ?? none
  const deptIds: number[] = Form.useWatch('deptIds') ?? none
  const asked = query(getObjectsWithoutArea, { objectType, objectIds, deptIds })
  const { data } = useQuery({ ...asked, staleTime: 60_000, placeholderData: keepPreviousData })
  const named = (n: number) => t(`objects.${objectType}`, { n })
  return (
    <div className="rule-own">
      <p>{t('ownAreasHint')}</p>
      <div role="status">
        {data && data.without > 0 && (
          <Alert
            type="warning"
            title={t('withoutArea', { objects: named(data.without), departments: data.departments.join(t('and')) })}
          />
        )}
        {data && data.without === 0 && data.objects > 0 && t('allWithArea', { objects: named(data.objects) })}
      </div>
    </div>
  )
}
