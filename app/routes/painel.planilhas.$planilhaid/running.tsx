import { Bar } from '~/shared/bar'
import { Message } from '~/shared/field'
import { ButtonLink } from '~/shared/page'
import { countOf } from '~/shared/words'

/** How far an upload is that is read or recorded. */
export interface Far {
  arquivo: string
  fase: string
  feitas: number
  /** 0 while it is not known. */
  total: number
}

/** `7.300 de 19.900 linhas`, or what is done before there are any. */
export function farWords({ fase, feitas, total }: Far): string {
  if (total > 0) return `${countOf(feitas, '', '').trim()} de ${countOf(total, 'linha', 'linhas')}`
  return fase === 'lendo' ? 'Abrindo o arquivo' : 'Conferindo as linhas'
}

/** What goes on; the page loads itself again. */
export function Running(far: Far) {
  const { fase, feitas, total } = far
  return (
    <div className="alerta">
      <p>
        <b className="contagem">{farWords(far)}</b>
      </p>
      <Bar pieces={[{ ate: total === 0 ? 0 : (100 * feitas) / total }]} />
      <p>
        {fase === 'lendo'
          ? 'A planilha está sendo lida. Nada é gravado antes de você conferir.'
          : 'A planilha está sendo gravada. Você pode sair desta página: a gravação continua.'}
      </p>
      <p className="nota">
        Esta página se atualiza sozinha. <a href="?">Atualizar agora</a>
      </p>
    </div>
  )
}

/** Why a recording has to be looked at again, and how many rows stand. */
export function Stopped({ fase, feitas, total }: Far) {
  const stand = `${countOf(feitas, '', '').trim()} de ${countOf(total, 'linha está gravada', 'linhas estão gravadas')}`
  if (fase === 'mudou')
    return (
      <Message isWarning>
        {feitas > 0
          ? `o que está gravado mudou enquanto você conferia. ${stand}, e agora não se gravou mais nenhuma. Confira de novo.`
          : 'o que está gravado mudou enquanto você conferia, e nada desta planilha foi gravado. Confira de novo.'}
      </Message>
    )
  return (
    <Message isWarning>
      {total > 0
        ? `a gravação parou: ${stand}. Confira as que faltam e continue; nenhuma se grava duas vezes.`
        : 'a gravação parou antes da primeira linha. Confira e continue.'}
    </Message>
  )
}

/** A reading that did not end: nothing of it was kept. */
export function Unread() {
  return (
    <>
      <p className="alerta aviso">
        A leitura parou antes do fim, e nada foi gravado. Envie a planilha de novo.
      </p>
      <p className="acoes estreita">
        <ButtonLink href="/painel/planilhas">ENVIAR PLANILHA</ButtonLink>
      </p>
    </>
  )
}
