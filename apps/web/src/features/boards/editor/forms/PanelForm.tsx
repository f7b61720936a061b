import { DeleteOutlined } from '@ant-design/icons'
import type { PanelKind, SourceName } from '@huanwei/contract/boards/codes'
import type { BoardDefinition, BoardPanel } from '@huanwei/contract/designs/endpoints'
import { kindsFor } from '@huanwei/contract/designs/rules'
import { Button, Form, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { placed, sourcesFor, withoutPanel, withPanel, withSource } from '../panel-moves.ts'
import { SourceFields } from './SourceFields.tsx'
import { TextsFields } from './TextsFields.tsx'

type Props = {
  board: BoardDefinition
  panel: BoardPanel
  onChange: (board: BoardDefinition, group?: string) => void
}

/** What one panel shows, how, and where. */
export function PanelForm({ board, panel, onChange }: Props) {
  const { t } = useTranslation('boards')
  const id = useId()
  const change = (fields: Partial<BoardPanel>, group?: string) => onChange(withPanel(board, panel.id, fields), group)
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t('editor.source')} htmlFor={`${id}source`}>
        <Select<SourceName>
          id={`${id}source`}
          showSearch={{ optionFilterProp: 'label' }}
          value={panel.source}
          options={sourcesFor(board.about).map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={(source) => change(withSource(panel, source))}
        />
      </Form.Item>
      <Form.Item label={t('editor.kind')} htmlFor={`${id}kind`}>
        <Select<PanelKind>
          id={`${id}kind`}
          value={panel.kind}
          options={kindsFor(panel.source).map((value) => ({ value, label: t(`drawing.${value}`) }))}
          onChange={(kind) => change({ kind })}
        />
      </Form.Item>
      <SourceFields source={panel.source} params={panel.params} onChange={(params) => change({ params })} />
      <TextsFields
        label={t('editor.title')}
        texts={panel.title}
        onChange={(title, language) => change({ title }, `${panel.id} ${language}`)}
      />
      <PlaceFields board={board} panel={panel} onChange={onChange} />
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => onChange(withoutPanel(board, panel.id))}>
        {t('editor.removePanel')}
      </Button>
    </Form>
  )
}

/** The place in numbers, for who cannot drag; a place that is taken is not taken over. */
function PlaceFields({ board, panel, onChange }: Props) {
  const { t } = useTranslation('boards')
  const id = useId()
  const { x, y, w, h } = panel
  return (
    <div className="board-place">
      {(['x', 'y', 'w', 'h'] as const).map((name) => {
        const isPlace = name === 'x' || name === 'y'
        return (
          <Form.Item key={name} label={t(`editor.${name}`)} htmlFor={`${id}${name}`}>
            <InputNumber
              id={`${id}${name}`}
              precision={0}
              // People count columns and rows from 1.
              value={panel[name] + (isPlace ? 1 : 0)}
              min={1}
              onChange={(entered) => {
                const value = Number(entered) - (isPlace ? 1 : 0)
                const next = placed(board, panel.id, { x, y, w, h, [name]: value })
                if (next) onChange(next, `${panel.id} ${name}`)
              }}
            />
          </Form.Item>
        )
      })}
    </div>
  )
}
