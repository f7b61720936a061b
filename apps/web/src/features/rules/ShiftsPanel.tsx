import { madeFrom } from '@huanwei/contract/last-change'
import { getRulesUsing } from '@huanwei/contract/rules/endpoints'
import { addShift, changeShift, type Hours, listShifts, removeShift, type Shift } from '@huanwei/contract/shifts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { lookAgainMs, useOpenRow } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { WeekdaysField } from './HoursField.tsx'
import { useBeforeChange } from './use-before-change.tsx'
import { useHoursWords } from './use-hours-words.ts'

/** The shifts of the organisation: hours with a name. */
export function ShiftsPanel() {
  const { t } = useTranslation(['rules', 'list'])
  const spanOfDay = useHoursWords()
  const [mayAdd, mayEdit] = [useMay('admin_shift_add'), useMay('admin_shift_edit')]
  /** The one whose form is open. */
  const [edited, setEdited] = useState<number | 'new'>()
  const { data, error, refetch } = useQuery({ ...query(listShifts, {}), refetchInterval: edited ? lookAgainMs : false })
  const shift = useOpenRow(data, edited)
  return (
    <>
      {mayAdd && <AddButton onClick={() => setEdited('new')}>{t('addShift')}</AddButton>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {!data && error && <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />}
      {data?.length === 0 && <ListEmpty title={t('noShifts')} hint={t('noShiftsHint')} />}
      {data && data.length > 0 && (
        <ul className="shift-list">
          {data.map((shift) => (
            <li key={shift.id}>
              <strong>{shift.name}</strong>
              <span>{spanOfDay(shift)}</span>
              {mayEdit && (
                <Button size="small" aria-label={t('changeShift', { name: shift.name })} onClick={() => setEdited(shift.id)}>
                  {t('edit')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(shift.row || edited === 'new') && (
        <ShiftDrawer shift={shift.row} error={shift.error} onReload={refetch} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

/** Without a shift a new one. */
type DrawerProps = {
  shift: Shift | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

function ShiftDrawer({ shift, error, onReload, onClose }: DrawerProps) {
  const { t } = useTranslation(['rules', 'shifts'])
  const use = useQuery({ ...query(getRulesUsing, { shiftId: shift?.id }), enabled: shift !== undefined })
  // Until it is known the server decides.
  const isBeyond = use.data?.isBeyond === true
  const mayRemove = useMay('admin_shift_del') && !isBeyond
  const add = useSend(addShift, [listShifts])
  const change = useSend(changeShift, [listShifts])
  const remove = useAct(removeShift, [listShifts], onClose)
  const { isWanted, drawer } = useBeforeChange()

  /** Unchanged hours change no decision of a rule. */
  async function isAgreed(before: Shift, after: Hours) {
    const { id, name } = before
    if (JSON.stringify(hoursOf(before)) === JSON.stringify(hoursOf(after))) return true
    return isWanted(name, { shiftId: id }, { shift: { id, ...hoursOf(after) } })
  }
  return (
    <>
      <FormDrawer
        title={shift?.name ?? t('addShift')}
        fields={fields}
        start={shift ?? { name: '', start: '08:00', end: '16:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }}
        error={error}
        onReload={onReload}
        onSend={async (values) => {
          if (!shift) await add(values)
          else if (await isAgreed(shift, values)) await change({ ...values, id: shift.id })
          else return
          onClose()
        }}
        onClose={onClose}
        mayEdit={!isBeyond}
        actions={(updateTime) =>
          shift &&
          mayRemove && (
            <RemoveButton
              question={{ title: t('removeShiftTitle'), content: t('removeShiftHint', { name: shift.name }) }}
              onRemove={() => remove({ id: shift.id, updateTime })}
            />
          )
        }
      >
        {isBeyond && <p className="drawer-note">{t('shifts:refusal.usedBeyond')}</p>}
        <Form.Item name="name" label={t('shiftName')} required>
          <Input maxLength={50} />
        </Form.Item>
        <div className="form-columns">
          <Form.Item name="start" label={t('start')} required>
            <Input maxLength={5} placeholder="HH:mm" />
          </Form.Item>
          <Form.Item name="end" label={t('end')} extra={t('endHint')} required>
            <Input maxLength={5} placeholder="HH:mm" />
          </Form.Item>
        </div>
        <Form.Item name="weekdays" label={t('weekdaysField')} required>
          <WeekdaysField />
        </Form.Item>
      </FormDrawer>
      {drawer}
    </>
  )
}

const fields = addShift.input.extend(madeFrom)
const hoursOf = ({ start, end, weekdays }: Hours): Hours => ({ start, end, weekdays })
