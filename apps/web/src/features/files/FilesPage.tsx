import './files.css'
import { fileTypes } from '@huanwei/contract/files/codes'
import { listFiles } from '@huanwei/contract/files/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { DateRange } from '../../ui/DateRange.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { useFileUrls } from '../../ui/use-file-urls.ts'
import { useQueueFilter } from '../messages/use-queue-filter.ts'
import { isPicture, useFileColumns } from './FileColumns.tsx'
import { type FilesSearch, noFilter, toFilesInput } from './file-search.ts'

const PhotoPreview = lazy(async () => ({ default: (await import('../../ui/PhotoPreview.tsx')).PhotoPreview }))

/** Every file that somebody uploaded. Source: spec 4, S0 §7; design, list screens. */
export function FilesPage({ search, onSearch }: PageProps<FilesSearch>) {
  const { t } = useTranslation(['files', 'list'])
  const input = toFilesInput(search)
  const list = useQuery({ ...query(listFiles, input), placeholderData: keepPreviousData })
  const { filter, choose, ...queue } = useQueueFilter({ search, onSearch, noFilter, list })
  const [shownId, setShownId] = useState<number>()
  const pictures = list.data?.records.filter(isPicture) ?? []
  const shownAt = pictures.findIndex(({ id }) => id === shownId)
  const urlOf = useFileUrls(shownAt < 0 ? [] : pictures.map(({ fileName }) => fileName))
  const urls = pictures.flatMap(({ fileName }) => urlOf(fileName) ?? [])
  const columns = useFileColumns(list.data?.records, ({ id }) => setShownId(id))

  const text = (key: 'name' | 'person', label: string) => ({
    key,
    label,
    isSet: filter[key] !== undefined,
    control: (
      <Input
        allowClear
        aria-label={label}
        placeholder={label}
        maxLength={64}
        value={filter[key] ?? ''}
        onChange={({ target }) => choose({ [key]: target.value.trim() ? target.value : undefined })}
      />
    ),
  })
  return (
    <>
      <ListFrame
        name="files"
        label={t('title')}
        exported={query(listFiles, input)}
        filters={[
          text('name', t('name')),
          {
            key: 'type',
            label: t('kind'),
            isSet: filter.type !== undefined,
            control: (
              <Select
                aria-label={t('kind')}
                placeholder={t('kind')}
                allowClear
                showSearch
                options={Object.keys(fileTypes).map((value) => ({ value, label: value }))}
                value={filter.type}
                onChange={(type?: FilesSearch['type']) => choose({ type })}
              />
            ),
          },
          text('person', t('person')),
          {
            key: 'days',
            label: `${t('list:firstDay')} → ${t('list:lastDay')}`,
            isSet: filter.from !== undefined || filter.to !== undefined,
            control: (
              <DateRange
                labels={[t('list:firstDay'), t('list:lastDay')]}
                value={{ from: filter.from, to: filter.to }}
                onChange={choose}
              />
            ),
          },
        ]}
        onQuery={queue.onQuery}
        onReset={queue.onReset}
        columns={columns}
        list={list}
        position={search}
        onPage={queue.onPage}
        empty={
          queue.isFiltered
            ? {
                title: t('noneMatch'),
                hint: t('noneMatchHint'),
                action: <Button onClick={queue.onReset}>{t('list:clearFilters')}</Button>,
              }
            : { title: t('noneYet'), hint: t('noneYetHint') }
        }
      />
      {shownAt >= 0 && urls.length > 0 && (
        <Suspense fallback={null}>
          <PhotoPreview urls={urls} at={shownAt} onClose={() => setShownId(undefined)} />
        </Suspense>
      )}
    </>
  )
}
