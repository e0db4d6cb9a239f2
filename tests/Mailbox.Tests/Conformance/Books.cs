namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>What must be true whatever the threads did: nothing lost, nothing twice, no sender's messages out of order.</summary>
internal static class Books
{
    /// <summary>
    /// Each item that was sent came to the actor or to the dead letters exactly once, and once more for each time that it was stashed.
    /// </summary>
    public static void Balance(
        string context, IEnumerable<Item> sent, IEnumerable<Item> received, IEnumerable<Item> dead, IEnumerable<Item>? stashed = null)
    {
        var balance = new Dictionary<Item, int>();
        Add(sent, 1);
        Add(stashed ?? [], 1);
        Add(received, -1);
        Add(dead, -1);
        var wrong = balance.Where(entry => entry.Value != 0).ToList();
        Assert.True(
            wrong.Count == 0,
            $"{context}: {wrong.Count} items are lost or came too often, such as "
            + string.Join(", ", wrong.Take(5).Select(entry => $"{entry.Key} {-entry.Value:+#;-#}")));

        void Add(IEnumerable<Item> items, int sign)
        {
            foreach (var item in items)
            {
                balance[item] = balance.GetValueOrDefault(item) + sign;
            }
        }
    }

    /// <summary>Items come in their senders' order as far as the kind promises one. Of an item that came again the first time counts.</summary>
    public static void KeepOrder(string context, MailboxKind kind, IEnumerable<Item> received)
    {
        var last = new Dictionary<object, Item>();
        var seen = new HashSet<Item>();
        foreach (var item in received)
        {
            if (seen.Add(item) && kind.OrderKey(item) is { } key)
            {
                if (last.TryGetValue(key, out var before) && before.Number > item.Number)
                {
                    Assert.Fail($"{context}: {item} came after {before}");
                }

                last[key] = item;
            }
        }
    }

    /// <summary>What waited together is given in the order of its classes.</summary>
    public static void Rise(string context, MailboxKind kind, IEnumerable<Item> drained)
    {
        Item? before = null;
        foreach (var item in drained)
        {
            if (before is not null && kind.Class(before) > kind.Class(item))
            {
                Assert.Fail($"{context}: {item} came after {before}");
            }

            before = item;
        }
    }

    /// <summary>Two lists are the same; if not, the message shows where they part.</summary>
    public static void Same(string context, IReadOnlyList<string> reference, IReadOnlyList<string> instrumented)
    {
        var first = Enumerable.Range(0, Math.Max(reference.Count, instrumented.Count))
            .FirstOrDefault(i => reference.ElementAtOrDefault(i) != instrumented.ElementAtOrDefault(i), -1);
        Assert.True(first < 0, $"{context}, at {first}:\nreference    {From(reference)}\ninstrumented {From(instrumented)}");

        string From(IReadOnlyList<string> log) => string.Join(" | ", log.Skip(Math.Max(0, first - 5)).Take(10).DefaultIfEmpty("ends before"));
    }
}

/// <summary>A message of a script: its sender, its number and its priority. Compared by reference.</summary>
public sealed class Item(int sender, int number, int rank)
{
    /// <summary>Few, so that there are many ties.</summary>
    public const int Ranks = 4;

    public int Sender { get; } = sender;

    public int Number { get; } = number;

    public int Rank { get; } = rank;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Sender}.{Number}({Rank})");
}
