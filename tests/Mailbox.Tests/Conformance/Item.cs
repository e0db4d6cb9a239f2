using System.Globalization;

namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>A message of a script: the so-manieth of a sender, with a priority. Compared by reference.</summary>
public class Item(int sender, int number, int rank)
{
    /// <summary>Few, so that there are many ties.</summary>
    public const int Ranks = 4;

    public int Sender { get; } = sender;

    public int Number { get; } = number;

    public int Rank { get; } = rank;

    /// <summary>One with rank 0 is a control message.</summary>
    public static Item Of(int sender, int number, int rank) =>
        rank == 0 ? new ControlItem(sender, number) : new Item(sender, number, rank);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Sender}.{Number}({Rank})");
}

/// <summary>An item that a control-aware mailbox prefers.</summary>
public sealed class ControlItem(int sender, int number) : Item(sender, number, 0), IControlMessage;
