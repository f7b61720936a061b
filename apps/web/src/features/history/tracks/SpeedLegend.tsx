import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { speedSteps } from './speed-steps.ts'

type Props = { isOn: boolean; onTurn: (isOn: boolean) => void }

/** Whether trails are coloured by speed, and what the colours mean. */
export function SpeedLegend({ isOn, onTurn }: Props) {
  const { t } = useTranslation('history')
  return (
    <div className="history-speeds">
      <Checkbox checked={isOn} onChange={(event) => onTurn(event.target.checked)}>
        {t('trail.speed')}
      </Checkbox>
      {isOn && (
        <ul className="history-legend" aria-label={t('trail.key')}>
          {speedSteps.map(({ colour, text }) => (
            <li key={text}>
              <i className="history-swatch" style={{ background: colour }} /> {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
