import { BoardAbout, isFacilityBoard } from '@huanwei/contract/boards/codes'
import { addBoardToken, listBoardTokens } from '@huanwei/contract/boards/endpoints'
import { listPublishedBoards } from '@huanwei/contract/designs/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Select, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { useSend } from '../../../lib/send.ts'
import { DrawerFrame } from '../../../ui/drawer/DrawerFrame.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { DepartmentSelect } from '../../departments/DepartmentSelect.tsx'
import { FacilitySelect } from '../../facilities/FacilitySelect.tsx'
import { useBoardName } from './use-board-name.ts'
import './board-tokens.css'

/** Makes a token and shows the address with it, this once: the server keeps a hash. */
export function NewBoardTokenDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['boards', 'list'])
  const nameOf = useBoardName()
  const send = useSend(addBoardToken, [listBoardTokens])
  const own = useQuery(query(listPublishedBoards, {}))
  const [made, setMade] = useState<Made>()
  if (made) return <MadeAddress {...made} onClose={onClose} />
  return (
    <FormDrawer
      title={t('token.add')}
      fields={addBoardToken.input}
      start={{ place: '', addressRange: '' }}
      onSend={async (values) => {
        const { path } = values
        const published = own.data?.find((one) => one.path === path)
        const isOfFacility = published ? published.about === BoardAbout.facility : isFacilityBoard(path)
        // An own board has its name in itself.
        const title = published ? undefined : nameOf(path)
        setMade({ path, title, isOfFacility, token: (await send(values)).token })
      }}
      onClose={onClose}
    >
      <Form.Item name="path" label={t('token.board')} required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            ...(own.data ?? []).map(({ path, title }) => ({ value: path, label: title })),
            ...boardPaths.map((value) => ({ value, label: nameOf(value) })),
          ]}
        />
      </Form.Item>
      <Form.Item name="deptId" label={t('list:department')} extra={t('token.departmentHint')}>
        <DepartmentSelect label={t('list:department')} />
      </Form.Item>
      <Form.Item name="place" label={t('token.place')} extra={t('token.placeHint')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="addressRange" label={t('token.addressRange')} extra={t('token.addressRangeHint')}>
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}

type Made = { path: string; title: string | undefined; isOfFacility: boolean; token: string }

/** The address; that of a board of one facility once this is chosen, and it can be chosen again: one token opens the signs of all doors. */
function MadeAddress({ path, title, isOfFacility, token, onClose }: Made & { onClose: () => void }) {
  const { t } = useTranslation('boards')
  const [facilityId, setFacilityId] = useState<number>()
  const about: Record<string, string> = isOfFacility ? { facilityId: String(facilityId) } : title === undefined ? {} : { title }
  const address = `${window.location.origin}${path}?${new URLSearchParams({ token, ...about })}`
  return (
    <DrawerFrame title={t('token.made')} onClose={onClose}>
      {isOfFacility && (
        <Form.Item layout="vertical" label={t('token.facility')} extra={t('token.facilityHint')}>
          <FacilitySelect label={t('token.facility')} value={facilityId} onChange={setFacilityId} />
        </Form.Item>
      )}
      {isOfFacility && facilityId === undefined ? null : (
        <Alert
          type="success"
          title={t('token.once')}
          description={
            <Typography.Text copyable code className="board-address">
              {address}
            </Typography.Text>
          }
        />
      )}
    </DrawerFrame>
  )
}
