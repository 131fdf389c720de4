import type { UIMatch } from '@remix-run/react'
import type { Tela } from '~/styles/sheets'

/** What a route tells the document around it, in its exported `handle`. */
export interface RouteHandle {
  tela: Tela
  /** Ships React and hydrates; without it the page has no script at all. */
  hydrate?: true
}

/** The handle of the innermost matched route that has one. */
export function handleOf(matches: UIMatch[]): RouteHandle | null {
  for (const match of [...matches].reverse()) {
    if (isRouteHandle(match.handle)) return match.handle
  }
  return null
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'tela' in handle
}
