import type { UIMatch } from '@remix-run/react'
import type { Sheet } from '~/styles/sheets'

/** What a route tells the document around it, in its exported `handle`. */
export interface RouteHandle {
  /** By its loader's data where a page has two looks. */
  sheet: Sheet | ((data: unknown) => Sheet)
  /** Ships React and hydrates; without it the page has no script at all. */
  hydrate?: true
}

/** The handle of the innermost matched route that has one, its look decided. */
export function handleOf(matches: UIMatch[]): (RouteHandle & { sheet: Sheet }) | null {
  for (const { handle, data } of [...matches].reverse()) {
    if (!isRouteHandle(handle)) continue
    return { ...handle, sheet: typeof handle.sheet === 'function' ? handle.sheet(data) : handle.sheet }
  }
  return null
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'sheet' in handle
}
