namespace AkkaInstrumentation.Tests.Conformance;

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
