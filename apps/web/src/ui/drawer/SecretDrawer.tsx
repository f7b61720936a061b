import { Alert, Typography } from 'antd'
import { DrawerFacts, DrawerFrame } from './DrawerFrame.tsx'

type Props = {
  title: string
  /** Says that this is the only time. */
  warning: string
  secrets: { label: string; text: string }[]
  onClose: () => void
}

/** Shows texts that can be copied now and never read again. */
export const SecretDrawer = ({ title, warning, secrets, onClose }: Props) => (
  <DrawerFrame title={title} onClose={onClose}>
    <Alert type="warning" title={warning} />
    <DrawerFacts
      facts={secrets.map(({ label, text }) => ({
        key: label,
        label,
        wide: true,
        value: (
          <Typography.Text copyable code style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Typography.Text>
        ),
      }))}
    />
  </DrawerFrame>
)
