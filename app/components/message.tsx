import type { ReactNode } from 'react'

/** What was done, or what to mind; the first word says which, the colour only repeats it. */
export function Message({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <div className={isWarning ? 'alerta aviso' : 'alerta'} role="status">
      <p>
        <b>{isWarning ? 'Atenção:' : 'Feito:'}</b> {children}
      </p>
    </div>
  )
}
