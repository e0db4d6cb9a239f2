using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class HowStateSnippet
{
    // snippet: how-state
    public sealed class CartActor : ReceiveActor, IShowsState
    {
        private readonly List<string> _items = [];
        private string _behaviour = "";

        public CartActor() => Become(Open);

        public object ShownState => $"{_behaviour}, {_items.Count} items";

        private void Open()
        {
            _behaviour = "open";
            Receive<string>(item =>
            {
                _items.Add(item);
                Sender.Tell(_items.Count);
            });
        }
    }
    // end snippet
}
