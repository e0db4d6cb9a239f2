using System.Collections.Frozen;

namespace WebApi.Actors;

/// <summary>What the shop sells.</summary>
public sealed record Catalogue(FrozenDictionary<string, decimal> Prices, int OnShelf)
{
    public static readonly Catalogue Empty = new(FrozenDictionary<string, decimal>.Empty, 0);

    public static readonly Catalogue OfTheShop = new(
        new Dictionary<string, decimal>
        {
            ["tea"] = 4.50m,
            ["coffee"] = 6.20m,
            ["cocoa"] = 5.10m,
            ["honey"] = 7.90m,
            ["biscuits"] = 2.80m,
            ["marmalade"] = 3.60m,
        }.ToFrozenDictionary(StringComparer.Ordinal),
        OnShelf: 1000);
}

/// <summary>A lorry has come; the shelves are full again.</summary>
public sealed record Delivery
{
    public static readonly Delivery Instance = new();
}
