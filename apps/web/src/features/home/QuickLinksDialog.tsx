import { mostHomeMenus } from '@huanwei/contract/home/codes'
import { homeMenusOf } from '@huanwei/contract/home/rules'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import { pagesOf } from '../../shell/menu/menu-tree.ts'

type Props = { groups: MenuNode[]; onClose: () => void }

/** Chooses the pages of the home-page menu list, in the order in which they are shown. */
export function QuickLinksDialog({ groups, onClose }: Props) {
  const { t } = useTranslation(['home', 'common'])
  const [ids, setIds] = useState(() => homeMenusOf(pagesOf(groups), useSettings.getState().homeMenus).map(({ id }) => id))
  const choose = (homeMenus: number[]) => {
    changeSettings({ homeMenus })
    onClose()
  }
  const optionOf = ({ id, label }: MenuNode) => ({ value: id, label })
  return (
    <Modal
      open
      width={560}
      title={t('quick.choose')}
      onCancel={onClose}
      // The options open above the buttons.
      styles={{ body: { minHeight: 400 } }}
      footer={[
        <Button key="usual" onClick={() => choose([])}>
          {t('quick.usual')}
        </Button>,
        <Button key="confirm" type="primary" autoInsertSpace={false} disabled={!ids.length} onClick={() => choose(ids)}>
          {t('common:action.confirm')}
        </Button>,
      ]}
    >
      <p className="quick-hint">{t('quick.hint', { most: mostHomeMenus })}</p>
      <Select
        mode="multiple"
        aria-label={t('quick.title')}
        style={{ width: '100%' }}
        value={ids}
        maxCount={mostHomeMenus}
        listHeight={200}
        showSearch={{ optionFilterProp: 'label' }}
        options={groups.map((node) =>
          node.children.length ? { label: node.label, options: pagesOf([node]).map(optionOf) } : optionOf(node),
        )}
        onChange={setIds}
      />
    </Modal>
  )
}
