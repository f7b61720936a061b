import { type ThemeConfig, theme as themes } from 'antd'
import { type Colour, mix } from './colour.ts'
import { isDark, type Look, lookOf, type ThemeName } from './themes.ts'

/** antd's tokens for a look. What it derives from a seed would not always read: the shades of the look stand in for it. */
const tokensOf = (look: Look) => ({
  colorPrimary: look.fill,
  colorPrimaryHover: mix(look.ink, look.fill, 0.12),
  colorPrimaryActive: mix(look.ink, look.fill, 0.2),
  colorPrimaryBorder: look.ring,
  colorPrimaryBorderHover: look.ring,
  colorPrimaryBg: look.brandSoft,
  colorPrimaryBgHover: look.brandSoft,
  colorPrimaryText: look.brandStrong,
  colorPrimaryTextHover: look.brandStrong,
  colorPrimaryTextActive: look.brandStrong,
  colorInfo: look.fill,
  colorInfoText: look.brandStrong,
  colorLink: look.brandStrong,
  colorLinkHover: mix(look.ink, look.brandStrong, 0.35),
  colorLinkActive: mix(look.ink, look.brandStrong, 0.35),
  colorError: look.danger,
  colorErrorHover: mix(look.ink, look.danger, 0.2),
  colorErrorBorderHover: mix(look.ink, look.danger, 0.2),
  colorErrorActive: mix(look.ink, look.danger, 0.35),
  colorErrorText: look.danger,
  colorErrorBg: look.dangerSoft,
  colorSuccess: look.moving,
  colorSuccessText: look.moving,
  colorWarning: look.warning,
  colorWarningText: look.warning,
  colorText: look.ink,
  colorTextSecondary: look.inkSoft,
  colorTextTertiary: look.inkSoft,
  colorBgLayout: look.ground,
  colorBgContainer: look.surface,
  colorBgElevated: look.raised,
  colorBorder: mix(look.edge, look.line, 0.35),
  colorBorderSecondary: look.line,
})

let latest: { name: ThemeName; colour: Colour; theme: ThemeConfig } | undefined

/** antd in the look of `name` and `colour`; the same object for the same look, so that antd reckons its tokens once. */
export function antdTheme(name: ThemeName, colour: Colour): ThemeConfig {
  if (latest?.name !== name || latest.colour !== colour) latest = { name, colour, theme: themeOf(name, colour) }
  return latest.theme
}

/** True when the system asked for reduced motion as the page was loaded. */
const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function themeOf(name: ThemeName, colour: Colour): ThemeConfig {
  const look = lookOf(name, colour)
  const algorithm = isDark(name) ? themes.darkAlgorithm : themes.defaultAlgorithm
  return {
    // One name for the variables of all providers: what one has made the next one finds.
    cssVar: { key: 'huanwei' },
    algorithm: (seed) => ({ ...algorithm(seed), ...tokensOf(look) }),
    token: {
      colorTextBase: look.ink,
      colorBgBase: look.surface,
      colorTextPlaceholder: look.inkSoft,
      borderRadius: look.radius,
      fontFamily: 'var(--font)',
      fontSize: 14,
      motionDurationMid: '0.16s',
      // Without transitions nothing tells antd that one has ended, so it must not wait for any.
      motion: !prefersStillness(),
    },
    components: {
      Button: {
        colorPrimary: look.brand,
        colorPrimaryHover: look.brandHover,
        colorPrimaryActive: look.brandHover,
        primaryColor: look.onBrand,
        primaryShadow: 'none',
        dangerColor: look.onStatus,
        defaultHoverColor: look.brandStrong,
        defaultActiveColor: look.brandStrong,
      },
      Tabs: { itemSelectedColor: look.brandStrong, itemHoverColor: look.brandStrong, itemActiveColor: look.brandStrong },
      Pagination: { itemActiveColor: look.brandStrong, itemActiveColorHover: look.brandStrong },
    },
  }
}
