import { Button } from 'antd'

type Props = { text: string; isOn: boolean; isDisabled?: boolean; onTurn: (isOn: boolean) => void }

/** A small button of a card that stays pressed. */
export const Toggle = ({ text, isOn, isDisabled = false, onTurn }: Props) => (
  <Button
    size="small"
    autoInsertSpace={false}
    type={isOn ? 'primary' : 'default'}
    aria-pressed={isOn}
    disabled={isDisabled}
    onClick={() => onTurn(!isOn)}
  >
    {text}
  </Button>
)
