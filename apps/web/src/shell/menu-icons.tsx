import {
  AlertOutlined,
  AppstoreOutlined,
  CarOutlined,
  DashboardOutlined,
  EnvironmentOutlined,
  FolderOutlined,
  HomeOutlined,
  RadarChartOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** By the icon the server names, or the item's own name. */
const icons: Record<string, ComponentType> = {
  home: HomeOutlined,
  monitor: RadarChartOutlined,
  live: EnvironmentOutlined,
  event: AlertOutlined,
  illegal: WarningOutlined,
  vehicle: CarOutlined,
  car: CarOutlined,
  alert: AlertOutlined,
  warning: WarningOutlined,
  environment: EnvironmentOutlined,
  dashboard: DashboardOutlined,
  radar: RadarChartOutlined,
}

/** The picture of a menu item; a plain one when its name is not known. */
export function MenuIcon({ icon, name, isGroup }: { icon: string | null; name: string; isGroup: boolean }) {
  const Icon = (icon && icons[icon]) || icons[name] || (isGroup ? FolderOutlined : AppstoreOutlined)
  return <Icon />
}
