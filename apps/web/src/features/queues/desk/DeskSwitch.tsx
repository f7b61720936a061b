import { SplitCellsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

type Props = { desk: { isOffered: boolean; isOn: boolean; turn: (isOn: boolean) => void } }

/** List, or list and the open row side by side. */
export function DeskSwitch({ desk: { isOffered, isOn, turn } }: Props) {
  const { t } = useTranslation('list')
  if (!isOffered) return null
  return (
    <Button
      aria-pressed={isOn}
      type={isOn ? 'primary' : 'default'}
      icon={<SplitCellsOutlined aria-hidden />}
      onClick={() => turn(!isOn)}
    >
      {t('desk.title')}
    </Button>
  )
}
