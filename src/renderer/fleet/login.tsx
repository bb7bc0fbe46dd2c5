import { useSignal } from '@preact/signals';
import { Entry } from './fields.tsx';
import { Form } from './form.tsx';
import { change, send, session } from './session.ts';
import { t } from './texts/fleet.ts';

const PRESENT = { label: t.fleet.login.password, type: 'password', autocomplete: 'current-password' } as const;

/** Login of a person. The hub sets the cookie; no script can read it. */
export function Login() {
  const [name, password] = [useSignal(''), useSignal('')];
  // The page stays as it is: a reload would take secrets that nobody has saved.
  const logIn = () => change('POST', '/api/session', { name: name.value, password: password.value });
  return (
    <section>
      <h2>{t.fleet.login.title}</h2>
      <Form label={t.fleet.login.title} send={logIn}>
        <Entry label={t.headings.name} of={name} autocomplete="username" />
        <Entry {...PRESENT} of={password} />
      </Form>
    </section>
  );
}

/** Name of the person who is logged in, the way out, and the own password. */
export function Person() {
  const [password, wanted] = [useSignal(''), useSignal('')];
  const known = session.value;
  if (known === null || known.name === null || known.role === 'public') return null;
  const logOut = () => change('DELETE', '/api/session').then(() => location.reload());
  const renew = async (): Promise<string> => {
    await send('POST', '/api/session/password', { password: password.value, new_password: wanted.value });
    [password.value, wanted.value] = ['', ''];
    return t.fleet.login.changed;
  };
  return (
    <div class="row">
      <span>
        <bdi>{known.name}</bdi> <span class="muted">{t.fleet.roles[known.role]}</span>
      </span>
      <Form label={t.fleet.login.out} send={logOut} unanswered={t.fleet.login.stillIn} />
      <details>
        <summary>{t.fleet.login.change}</summary>
        <Form label={t.fleet.login.change} send={renew}>
          <Entry {...PRESENT} of={password} />
          <Entry label={t.fleet.login.newPassword} type="password" of={wanted} autocomplete="new-password" />
        </Form>
      </details>
    </div>
  );
}
