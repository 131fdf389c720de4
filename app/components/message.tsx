import type { ReactNode } from 'react'

/** What was done, or what to mind; the first word says which, the colour only repeats it. */
export function Mensagem({ isAviso = false, children }: { isAviso?: boolean; children: ReactNode }) {
  return (
    <div className={isAviso ? 'alerta aviso' : 'alerta'} role="status">
      <p>
        <b>{isAviso ? 'Atenção:' : 'Feito:'}</b> {children}
      </p>
    </div>
  )
}
