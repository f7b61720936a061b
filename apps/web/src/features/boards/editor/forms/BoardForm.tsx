import { BoardAbout, BoardTheme, traitsOf } from '@huanwei/contract/boards/codes'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { Form, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FacilitySelect } from '../../../facilities/FacilitySelect.tsx'
import { TextsFields } from './TextsFields.tsx'

type Props = {
  board: BoardDefinition
  onChange: (board: BoardDefinition, group?: string) => void
  /** The facility that the preview shows. */
  facilityId: number | undefined
  onFacility: (id: number | undefined) => void
}

/** What holds for the whole board. */
export function BoardForm({ board, onChange, facilityId, onFacility }: Props) {
  const { t } = useTranslation('boards')
  const id = useId()
  const needsFacility = board.panels.some(({ source }) => traitsOf(source).about === BoardAbout.facility)
  return (
    <Form layout="vertical" component="div">
      <TextsFields
        label={t('editor.name')}
        texts={board.title}
        onChange={(title, language) => onChange({ ...board, title }, `title ${language}`)}
      />
      <Form.Item label={t('editor.theme')} htmlFor={`${id}theme`}>
        <Select<BoardTheme>
          id={`${id}theme`}
          value={board.theme}
          options={Object.values(BoardTheme).map((value) => ({ value, label: t(`themes.${value}`) }))}
          onChange={(theme) => onChange({ ...board, theme })}
        />
      </Form.Item>
      <Form.Item label={t('editor.size')} htmlFor={`${id}size`}>
        <Select<'wide' | 'upright'>
          id={`${id}size`}
          value={board.isUpright ? 'upright' : 'wide'}
          options={(['wide', 'upright'] as const).map((value) => ({ value, label: t(`sizes.${value}`) }))}
          onChange={(size) => onChange({ ...board, isUpright: size === 'upright' })}
        />
      </Form.Item>
      <Form.Item label={t('editor.about')} htmlFor={`${id}about`} extra={needsFacility && t('editor.aboutFixed')}>
        <Select<BoardAbout>
          id={`${id}about`}
          value={board.about}
          disabled={needsFacility}
          options={([BoardAbout.now, BoardAbout.day, BoardAbout.facility] as const).map((value) => ({
            value,
            label: t(`abouts.${value}`),
          }))}
          onChange={(about) => onChange({ ...board, about })}
        />
      </Form.Item>
      {board.about === BoardAbout.facility && (
        <Form.Item label={t('editor.previewFacility')} htmlFor={`${id}facility`}>
          <FacilitySelect id={`${id}facility`} label={t('editor.previewFacility')} value={facilityId} onChange={onFacility} />
        </Form.Item>
      )}
    </Form>
  )
}
