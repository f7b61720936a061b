import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../lib/site.ts'
import { DrawerFacts } from '../../ui/drawer/DrawerFrame.tsx'
import { Logo } from '../../ui/theme/Logo.tsx'

/** 关于系统: what runs here, in which version, since when. Source: spec 1, section 2.5; spec 3, section 1. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const site = useSite((s) => s.site)
  const facts = [
    { key: 'name', label: t('about.name'), value: site?.title || t('common:product'), wide: true as const },
    { key: 'version', label: t('about.version'), value: site?.version ?? '—', wide: true as const },
    { key: 'date', label: t('about.date'), value: site?.builtAt.slice(0, 10) ?? '—', wide: true as const },
  ]
  return (
    <Modal
      open
      width={440}
      title={
        <span className="about-title">
          <Logo size={24} />
          {t('user.about')}
        </span>
      }
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
      footer={null}
    >
      <DrawerFacts facts={facts} />
      <p className="about-text">{t('about.text')}</p>
    </Modal>
  )
}
