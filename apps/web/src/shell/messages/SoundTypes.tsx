import { MsgType } from '@huanwei/contract/messages/codes'
import { useTranslation } from 'react-i18next'
import { toggled } from '../../lib/collections.ts'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import type { Queue } from './message-types.ts'

/** Which messages sound, among those that the person gets; kept for the person. */
export function SoundTypes({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation('shell')
  const chosen = useSettings((s) => s.soundTypes)
  const offered: MsgType[] = [MsgType.reminder, ...queues.map(({ msgType }) => msgType)]
  return (
    <fieldset className="message-sounds">
      <legend>{t('messages.sounds')}</legend>
      {offered.sort().map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={() => changeSettings({ soundTypes: [...toggled(new Set(chosen), type)] })}
          />
          {t(`messages.type.${type}`)}
        </label>
      ))}
      <p>{t('messages.soundsOfHelp')}</p>
    </fieldset>
  )
}
