import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateRange } from '../../ui/DateRange.tsx'
import type { ListFilter } from '../../ui/ListFilters.tsx'
import type { LogsFilter, LogsSearch } from './log-search.ts'

const statuses = ['1', '0', '2'] as const

/** Who, what and when; of a log-in its result instead of a text. */
export function useLogFilters(tab: LogsSearch['tab'], filter: LogsFilter, choose: (change: Partial<LogsFilter>) => void) {
  const { t } = useTranslation(['logs', 'list'])
  const person = t(tab === 'logins' ? 'filter.user' : 'filter.person')
  const days = [t('list:firstDay'), t('list:lastDay')] satisfies [string, string]
  const textOr = (value: string) => value.trim() || undefined
  const filters: ListFilter[] = [
    {
      key: 'person',
      label: person,
      isSet: filter.person !== undefined,
      control: (
        <Input
          aria-label={person}
          placeholder={person}
          allowClear
          maxLength={64}
          value={filter.person ?? ''}
          onChange={({ target }) => choose({ person: textOr(target.value) })}
        />
      ),
    },
    tab === 'logins'
      ? {
          key: 'status',
          label: t('filter.result'),
          isSet: filter.status !== undefined,
          control: (
            <Select
              aria-label={t('filter.result')}
              placeholder={t('filter.result')}
              allowClear
              options={statuses.map((value) => ({ value, label: t(`login.status.${value}`) }))}
              value={filter.status}
              onChange={(status: LogsFilter['status']) => choose({ status })}
            />
          ),
        }
      : {
          key: 'text',
          label: t('filter.text'),
          isSet: filter.text !== undefined,
          control: (
            <Input
              aria-label={t('filter.text')}
              placeholder={t('filter.text')}
              allowClear
              maxLength={100}
              value={filter.text ?? ''}
              onChange={({ target }) => choose({ text: textOr(target.value) })}
            />
          ),
        },
    {
      key: 'days',
      label: days.join(' → '),
      isSet: filter.from !== undefined || filter.to !== undefined,
      control: <DateRange labels={days} value={{ from: filter.from, to: filter.to }} onChange={choose} />,
    },
  ]
  return filters
}
