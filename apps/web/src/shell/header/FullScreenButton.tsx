import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings.ts'
import { toggleFullScreen } from './full-screen.ts'
import { HeaderButton } from './HeaderButton.tsx'

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Shows the page on the whole screen and back, unless it is switched off. Source: spec 1, section 2.5. */
export function FullScreenButton() {
  const { t } = useTranslation('shell')
  const isShown = useSettings((s) => s.showFullScreen)
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement !== undefined,
  )
  if (!isShown) return null
  return (
    <HeaderButton
      label={isFull ? t('header.leaveFullScreen') : t('header.fullScreen')}
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={() => void toggleFullScreen()}
    />
  )
}
