import { CarOutlined, UserOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { search } from '@huanwei/contract/search/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { usePaused } from '../../lib/paused.ts'
import { wayColours } from '../../map/base/palette.ts'
import { type MoverKey, mostObjects } from './history-search.ts'
import type { Track } from './tracks/track.ts'

type Option = { value: MoverKey; label: string; place: string }
type Props = { value: MoverKey[]; tracks: readonly Track[]; onChange: (keys: MoverKey[]) => void }

/** Vehicles and people, found by plate, name or pinyin initials, each in the colour of its way. */
export function ObjectPicker({ value, tracks, onChange }: Props) {
  const { t } = useTranslation(['history', 'list', 'common'])
  const [text, setText] = useState('')
  const [names, setNames] = useState<ReadonlyMap<MoverKey, string>>(new Map())
  const { options, found, asked } = useOptions(text)
  const places = new Map<unknown, number>(value.map((key, i) => [key, i]))
  const nameOf = (key: MoverKey) => tracks.find((track) => track.key === key)?.name ?? names.get(key) ?? '…'
  return (
    <Select<MoverKey[], Option>
      mode="multiple"
      className="history-objects"
      aria-label={t('objects')}
      placeholder={t('objectsHint')}
      maxCount={mostObjects}
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText, autoClearSearchValue: true }}
      options={options}
      optionRender={({ data }) => (
        <>
          {data.value.startsWith(ObjectType.vehicle) ? <CarOutlined aria-hidden /> : <UserOutlined aria-hidden />} {data.label}{' '}
          <span className="list-sub">{data.place}</span>
        </>
      )}
      labelRender={({ value: key }) => {
        const place = places.get(key) ?? 0
        return (
          <>
            <i className="history-swatch" style={{ background: wayColours[place] }} /> {nameOf(value[place]!)}
          </>
        )
      }}
      loading={found.isFetching}
      notFoundContent={
        found.error?.message ?? t(asked ? (found.isFetching ? 'common:loading' : 'list:noneFound') : 'objectsHint')
      }
      value={value}
      onChange={(keys) => {
        setNames(new Map([...names, ...options.map(({ value: key, label }) => [key, label] as const)]))
        setText('')
        onChange(keys)
      }}
    />
  )
}

/** Vehicles and people that a text finds, once typing pauses. */
function useOptions(text: string) {
  const asked = usePaused(text.trim())
  const found = useQuery({
    ...query(search, { text: asked }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const { vehicles = [], people = [] } = asked ? (found.data ?? {}) : {}
  const options = [
    ...vehicles.map(
      ({ id, plateNumber, deptName }): Option => ({
        value: `${ObjectType.vehicle}-${id}`,
        label: plateNumber,
        place: deptName,
      }),
    ),
    ...people.map(
      ({ userId, username, name, deptName }): Option => ({
        value: `${ObjectType.person}-${userId}`,
        label: name || username,
        place: deptName,
      }),
    ),
  ]
  return { options, found, asked }
}
