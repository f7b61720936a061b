import './settings.css'
import { defaultColour } from '@huanwei/contract/preferences/codes'
import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { changeSettings } from '../../lib/settings.ts'
import { ColourChoice } from './ColourChoice.tsx'
import { closePanel, type PanelName, usePanel } from './panel.ts'
import { SwitchList } from './SwitchList.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

const parts = {
  theme: { Part: ThemeChoice, label: 'theme' },
  colour: { Part: ColourChoice, label: 'colour' },
  switches: { Part: SwitchList, label: 'show' },
} as const

const shownIn: Record<PanelName, (keyof typeof parts)[]> = {
  settings: ['theme', 'colour', 'switches'],
  theme: ['theme'],
  colour: ['colour'],
}

/** Choices act at once; there is nothing to send. Source: spec 2, section 2.5. */
export function SettingsDrawer({ name }: { name: PanelName }) {
  const { t } = useTranslation(['settings', 'common'])
  const isOpen = usePanel((s) => s.isOpen)
  const restore = () => changeSettings({ themeName: 'default', theme: defaultColour })
  return (
    <Drawer
      open={isOpen}
      size={400}
      styles={{ wrapper: { maxWidth: '100%' } }}
      title={t(`title.${name}`)}
      closable={{ 'aria-label': t('common:action.close') }}
      onClose={closePanel}
      footer={<Button onClick={restore}>{t('restore')}</Button>}
    >
      {shownIn[name].map((part) => {
        const { Part, label } = parts[part]
        return (
          <section key={part} className="settings-part">
            {name === 'settings' && <h3>{t(`title.${label}`)}</h3>}
            <Part />
          </section>
        )
      })}
    </Drawer>
  )
}
