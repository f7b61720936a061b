import { ownBoardPath } from '@huanwei/contract/boards/codes'
import { addOwnBoard, listOwnBoards } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import { boardPaths } from '@huanwei/contract/menus/codes'
import type { Language } from '@huanwei/words/languages'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../../lib/api.ts'
import { useSend } from '../../../lib/send.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { useBoardName } from '../tokens/use-board-name.ts'

const fields = z.object({ path: z.string() })
/** The report on paper is a preset only. */
const copied = boardPaths.filter((path) => !path.startsWith('/work_plan/pdf'))

/** A new board as a copy of a preset or of an own one. */
export function NewBoardDrawer({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const { t, i18n } = useTranslation('boards')
  const nameOf = useBoardName()
  const own = useQuery(query(listOwnBoards, {}))
  const send = useSend(addOwnBoard, [listOwnBoards])
  const ownOnes = (own.data ?? []).map(({ id, title }) => ({
    value: ownBoardPath(id),
    label: textIn(title, i18n.language as Language),
  }))
  const presets = copied.map((value) => ({ value, label: nameOf(value) }))
  return (
    <FormDrawer
      title={t('own.add')}
      fields={fields}
      start={{}}
      onSend={async ({ path }) => onMade((await send({ path })).id)}
      onClose={onClose}
    >
      <Form.Item name="path" label={t('own.copied')} extra={t('own.addHint')} required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { label: t('own.presets'), options: presets },
            ...(ownOnes.length ? [{ label: t('own.ownOnes'), options: ownOnes }] : []),
          ]}
        />
      </Form.Item>
    </FormDrawer>
  )
}
