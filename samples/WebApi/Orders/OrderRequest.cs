namespace WebApi.Orders;

/// <summary>The body of <c>POST /orders</c>. A card that ends in 0000 makes the bank's line drop.</summary>
public sealed record OrderRequest(string Product, int Quantity = 1, string Card = OrderRequest.GoodCard)
{
    public const string GoodCard = "4242 4242 4242 4242";
    public const string BadCard = "4000 0000 0000 0000";
}
