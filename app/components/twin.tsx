import { convidadoHref, pairHref } from './convidado-href'
import { WhereaboutsTold } from './whereabouts'

export interface TwinProps {
  credencialid: string
  nome: string
  /** Masked. */
  telefone: string
  empresa: string | null
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
  /** The guest being corrected, to be compared with it; null for one not stored yet. */
  compared: string | null
  /** The natural keys are equal: nobody else can be stored under them. */
  isExact: boolean
}

/** A guest who may be the same person: the organiser decides. */
export function TwinTold(props: TwinProps) {
  const { credencialid, nome, telefone, empresa, dentro, retirada, compared, isExact } = props
  return (
    <div className="alerta aviso">
      <h2>É a mesma pessoa?</h2>
      <dl className="fatos">
        <dt>Nome</dt>
        <dd>
          <a href={convidadoHref(credencialid)}>{nome}</a>
        </dd>
        <dt>WhatsApp</dt>
        <dd>{telefone}</dd>
        <dt>Empresa</dt>
        <dd>{empresa ?? 'nenhuma'}</dd>
        <dt>Estado</dt>
        <dd>
          <WhereaboutsTold dentro={dentro} retirada={retirada} />
        </dd>
      </dl>
      {compared === null ? null : (
        <p>
          <a className="ato" href={pairHref(compared, credencialid)}>
            COMPARAR E JUNTAR OS DOIS
          </a>
        </p>
      )}
      {isExact ? null : (
        <label className="opcao">
          <input type="checkbox" name="outra" value="1" />
          <span>Não, é outra pessoa: gravar assim mesmo.</span>
        </label>
      )}
    </div>
  )
}
