import { ObjectType } from '@huanwei/contract/objects'
import { Every, Grouping, hasRows, ReportKind } from '@huanwei/contract/reports/codes'
import { listReports, makeReport } from '@huanwei/contract/reports/endpoints'
import { objectTypesOf, spanAround, spanBefore } from '@huanwei/contract/reports/rules'
import { Button, Form, type FormInstance, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../lib/send.ts'
import { formatTime } from '../../lib/time.ts'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { ObjectSelect } from '../objects/ObjectSelect.tsx'
import { SubjectFields } from './SubjectFields.tsx'

type Props = { onClose: () => void; onMade: (id: number) => void }

const today = () => formatTime(Date.now()).slice(0, 10)

function yearBefore(years: number) {
  const year = Number(today().slice(0, 4)) - years
  return { firstDay: `${year}-01-01`, lastDay: `${year}-12-31` }
}

/** Spans that are chosen with one click. */
const presets = {
  today: () => spanAround(Every.day, today()),
  yesterday: () => spanBefore(Every.day, today()),
  thisWeek: () => spanAround(Every.week, today()),
  thisMonth: () => spanAround(Every.month, today()),
  lastMonth: () => spanBefore(Every.month, today()),
  thisYear: () => yearBefore(0),
  lastYear: () => yearBefore(1),
} as const
const presetNames = [
  'today',
  'yesterday',
  'thisWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const satisfies (keyof typeof presets)[]

/** Those that are a whole day, week or month. */
const wholeSpans = presetNames.filter((name) => name !== 'thisYear' && name !== 'lastYear')

/** A new report: its kind, its days, and what it is about. */
export function MakeDrawer({ onClose, onMade }: Props) {
  const { t } = useTranslation('reports')
  const send = useSend(makeReport, [listReports])
  return (
    <FormDrawer
      title={t('make')}
      fields={makeReport.input}
      start={{ name: '', kind: ReportKind.violations, grouping: Grouping.department, ...presets.thisMonth() }}
      confirmLabel={t('make')}
      onSend={async (values) => onMade((await send(values)).id)}
      onClose={onClose}
    >
      {(values, form) => (
        <>
          <SubjectFields kind={values.kind ?? ReportKind.violations} form={form} />
          <Days kind={values.kind ?? ReportKind.violations} form={form} />
          <ObjectFields kind={values.kind ?? ReportKind.violations} type={values.objectType} form={form} />
          <Form.Item name="name" label={t('name')} extra={t('nameHint')}>
            <Input maxLength={60} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

function Days({ kind, form }: { kind: ReportKind; form: FormInstance }) {
  const { t } = useTranslation(['reports', 'list'])
  return (
    <fieldset className="report-days">
      <legend>{t('span')}</legend>
      <div className="report-presets">
        {(hasRows(kind) ? presetNames : wholeSpans).map((name) => (
          <Button key={name} size="small" onClick={() => form.setFieldsValue(presets[name]())}>
            {t(`preset.${name}`)}
          </Button>
        ))}
      </div>
      <div className="form-columns">
        <Form.Item name="firstDay" label={t('list:firstDay')} required>
          <DayPicker />
        </Form.Item>
        <Form.Item name="lastDay" label={t('list:lastDay')} required>
          <DayPicker />
        </Form.Item>
      </div>
    </fieldset>
  )
}

/** One object; of violations its kind first. */
function ObjectFields({ kind, type, form }: { kind: ReportKind; type: unknown; form: FormInstance }) {
  const { t } = useTranslation('reports')
  const types = objectTypesOf(kind)
  const chosen = types.length === 1 ? types[0] : types.find((one) => one === type)
  return (
    <div className="form-columns">
      {types.length > 1 && (
        <Form.Item name="objectType" label={t('objectType')}>
          <Select
            allowClear
            options={Object.values(ObjectType).map((value) => ({ value, label: t(`objectTypes.${value}`) }))}
            onChange={() => form.setFieldValue('objectId', undefined)}
          />
        </Form.Item>
      )}
      {chosen && (
        <Form.Item name="objectId" label={t('object')} extra={t('objectHint')}>
          <ObjectSelect key={chosen} objectType={chosen} label={t('object')} />
        </Form.Item>
      )}
    </div>
  )
}
