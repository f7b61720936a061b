import { id } from '@huanwei/contract/fields'
import { listRecordingSchedules, type RecordingSchedule } from '@huanwei/contract/recordings/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { lookAgainMs, useOpenRow } from '../../lib/use-record.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { ListPlace, pageOfAll } from '../../ui/list/list-pages.ts'
import { useHoursWords } from '../rules/use-hours-words.ts'
import { RecordingScheduleDrawer } from './RecordingScheduleDrawer.tsx'
import { ScheduleState } from './ScheduleState.tsx'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const RecordingsSearch = z.object({
  ...ListPlace.shape,
  /** The schedule whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
type Search = z.infer<typeof RecordingsSearch>

/** Schedules by which the server records cameras. Source: spec 3, section 16. */
export function RecordingsPage({ search, onSearch }: PageProps<Search>) {
  const { t } = useTranslation('recordings')
  const mayAdd = useMay('admin_videoschedule_add')
  const list = useQuery({
    ...query(listRecordingSchedules, {}),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
    select: (all) => ({ all, ...pageOfAll(all, search) }),
  })
  const columns = useScheduleColumns()
  const opened = useOpenRow(list.data?.all, search.open)
  const add = () => onSearch({ open: 'new' })
  return (
    <>
      <ListFrame
        name="recording-schedules"
        label={t('title')}
        actions={mayAdd && <AddButton onClick={add}>{t('add')}</AddButton>}
        filters={[]}
        onQuery={() => list.refetch()}
        onReset={() => list.refetch()}
        exportButton={null}
        columns={columns}
        list={list}
        position={search}
        onPage={(position) => onSearch(ListPlace.parse(position))}
        onOpen={({ id }) => onSearch({ open: id })}
        openId={typeof search.open === 'number' ? search.open : undefined}
        empty={{
          title: t('none'),
          hint: t(mayAdd ? 'noneHint' : 'noneLookHint'),
          ...(mayAdd && { action: <CreateFirst onClick={add} /> }),
        }}
      />
      {(opened.row || search.open === 'new') && (
        <RecordingScheduleDrawer
          key={search.open}
          schedule={opened.row}
          error={opened.error}
          onReload={list.refetch}
          onClose={() => onSearch({ open: undefined })}
        />
      )}
    </>
  )
}

function useScheduleColumns(): ListColumn<RecordingSchedule>[] {
  const { t } = useTranslation(['recordings', 'list'])
  const spanOfDay = useHoursWords()
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 150, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'target', title: t('target'), width: 150, card: 'detail', cell: ({ target }) => whole(target) },
      {
        key: 'channels',
        title: t('channels'),
        width: 120,
        cell: ({ channels }) => whole(channels.length ? channels.join(' · ') : t('allChannels')),
      },
      { key: 'stream', title: t('stream'), width: 100, cell: ({ stream }) => t(`streamOf.${stream}`) },
      {
        key: 'hours',
        title: t('hours'),
        width: 220,
        card: 'detail',
        cell: (schedule) => whole(spanOfDay(schedule)),
      },
      { key: 'state', title: t('state'), width: 130, card: 'state', cell: (schedule) => <ScheduleState schedule={schedule} /> },
      openColumn(t('list:action'), () => t('list:details'), 62),
    ],
    [t, spanOfDay],
  )
}
