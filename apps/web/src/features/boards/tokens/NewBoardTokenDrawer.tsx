import { addBoardToken, listBoardTokens } from '@huanwei/contract/boards/endpoints'
import { Alert, Form, Input, Select, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { madeBoards } from '../../../later-pages.ts'
import { useSend } from '../../../lib/send.ts'
import { DrawerFrame } from '../../../ui/drawer/DrawerFrame.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { DepartmentSelect } from '../../departments/DepartmentSelect.tsx'
import { useBoardName } from './use-board-name.ts'
import './board-tokens.css'

/** Makes a token and shows the address with it, this once: the server keeps a hash. */
export function NewBoardTokenDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['boards', 'list'])
  const nameOf = useBoardName()
  const send = useSend(addBoardToken, [listBoardTokens])
  const [address, setAddress] = useState<string>()
  if (address !== undefined) return <MadeAddress address={address} onClose={onClose} />
  return (
    <FormDrawer
      title={t('token.add')}
      fields={addBoardToken.input}
      start={{ place: '', addressRange: '' }}
      onSend={async (values) => {
        const { token } = await send(values)
        const named = new URLSearchParams({ token, title: nameOf(values.path) })
        setAddress(`${window.location.origin}${values.path}?${named}`)
      }}
      onClose={onClose}
    >
      <Form.Item name="path" label={t('token.board')} required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={madeBoards.map((value) => ({ value, label: nameOf(value) }))}
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

function MadeAddress({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation('boards')
  return (
    <DrawerFrame title={t('token.made')} onClose={onClose}>
      <Alert
        type="success"
        title={t('token.once')}
        description={
          <Typography.Text copyable code className="board-address">
            {address}
          </Typography.Text>
        }
      />
    </DrawerFrame>
  )
}
