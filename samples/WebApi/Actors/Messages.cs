using System.Text.Json.Serialization;

namespace WebApi.Actors;

// What the actors send each other: immutable, one record each, replies beside their requests.

public sealed record PlaceOrder(long OrderId, string Product, int Quantity, string Card);

public sealed record OrderResult(long OrderId, OrderStatus Status, string? Reason = null);

[JsonConverter(typeof(JsonStringEnumConverter<OrderStatus>))]
public enum OrderStatus
{
    Accepted,
    SoldOut,
    Declined,
}

public sealed record ReserveStock(string Product, int Quantity);

public sealed record StockReservation(bool Reserved, decimal Price);

public sealed record ReleaseStock(string Product, int Quantity);

public sealed record PrintLabel(int Number);

public sealed record ChangePaper(TimeSpan Takes);

public sealed record Rush;

public sealed record AskTheArchive;

public sealed record BreakDown(TimeSpan Lasts);

public sealed record FileReceipt;

public sealed record MailReceipt(int Number);

public sealed record ChargeCard(string Card, decimal Amount);

public sealed record CardCharge(bool Charged, string? Reason = null);
