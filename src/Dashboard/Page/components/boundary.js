// What an answer contains must not look like a lost connection: a part that cannot be drawn says so, until the next
// answer.
// @ts-check
import { Component, html } from '../lib/preact.js';

export class Boundary extends Component {
  constructor(props) {
    super(props);
    this.state = { error: null, answer: null };
  }

  static getDerivedStateFromProps({ answer }, state) {
    return answer === state.answer ? null : { error: null, answer };
  }

  componentDidCatch(error) {
    console.debug(error);
    this.setState({ error });
  }

  render() {
    /** @type {{ error: any }} */
    const { error } = this.state;
    const { what, children } = this.props;
    return error ? html`<p class="notice bad" role="alert">${what} could not be drawn: ${error.message}</p>` : children;
  }
}
